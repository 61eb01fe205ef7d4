/* Sounds, made by the browser itself; off unless asked for. */
import { settings } from './settings'
import type { Kept } from './store'
import type { Happening } from './table'

let audio: AudioContext | null = null

function context(): AudioContext | null {
  try {
    audio ??= new AudioContext()
    if (audio.state === 'suspended') void audio.resume()
    return audio
  } catch {
    return null
  }
}

/* A knock: noise that dies away, as dull or bright as the filter lets it. */
function knock(at: AudioContext, when: number, pitch: number, loud: number, lasting: number): void {
  const length = Math.ceil(at.sampleRate * lasting)
  const buffer = at.createBuffer(1, length, at.sampleRate)
  const data = buffer.getChannelData(0)
  for (let i = 0; i < length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 3
  const source = at.createBufferSource()
  source.buffer = buffer
  const filter = at.createBiquadFilter()
  filter.type = 'bandpass'
  filter.frequency.value = pitch
  filter.Q.value = 1.4
  const gain = at.createGain()
  gain.gain.value = loud
  source.connect(filter).connect(gain).connect(at.destination)
  source.start(at.currentTime + when)
}

function tone(at: AudioContext, when: number, pitch: number, loud: number, lasting: number): void {
  const source = at.createOscillator()
  source.type = 'triangle'
  source.frequency.value = pitch
  const gain = at.createGain()
  const start = at.currentTime + when
  gain.gain.setValueAtTime(0, start)
  gain.gain.linearRampToValueAtTime(loud, start + 0.02)
  gain.gain.exponentialRampToValueAtTime(0.0001, start + lasting)
  source.connect(gain).connect(at.destination)
  source.start(start)
  source.stop(start + lasting)
}

const step = { off: 0.02, fast: 0.085, normal: 0.17, slow: 0.41 }

export function sound({ event, before, after, hops }: Happening, mine: Kept['mine']): void {
  if (!settings().sound) return
  const at = context()
  if (!at) return
  const kind = event.do.split(' ', 1)[0]
  if (kind === 'roll' || kind === 'opening')
    for (let i = 0; i < 5; i++) knock(at, i * 0.06 + Math.random() * 0.03, 1800 + 900 * Math.random(), 0.35, 0.07)
  if (kind === 'hop' || kind === 'play')
    hops.forEach((hop, i) =>
      knock(at, 0.1 + i * step[settings().speed], hop.hit ? 420 : 900, hop.hit ? 0.9 : 0.5, hop.hit ? 0.16 : 0.09)
    )
  if (kind === 'double' || kind === 'beaver') [523, 784].forEach((pitch, i) => tone(at, i * 0.12, pitch, 0.12, 0.4))
  if (after.games > before.games) {
    const won = mine === 'both' || after.winner === mine
    ;(won ? [392, 494, 587, 784] : [392, 330, 262]).forEach((pitch, i) => tone(at, 0.2 + i * 0.14, pitch, 0.12, 0.6))
  }
}
