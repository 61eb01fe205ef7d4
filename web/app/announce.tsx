/* What a screen reader is told. Two live regions stay in the page for good; each sentence is an element of its own, so
 * that two in a row are both read. */
import { useEffect, useState } from 'preact/hooks'

interface Sentence {
  key: number
  text: string
  urgent: boolean
}

const kept = 6
let sentences: Sentence[] = []
let next = 1
const listeners = new Set<() => void>()

export function say(text: string, urgent = false): void {
  if (!text) return
  sentences = [...sentences.slice(1 - kept), { key: next++, text, urgent }]
  for (const listener of listeners) listener()
}

export function LiveRegions() {
  const [, redraw] = useState(0)
  useEffect(() => {
    const listener = () => redraw((n) => n + 1)
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, [])
  const of = (urgent: boolean) => sentences.filter((s) => s.urgent === urgent).map((s) => <p key={s.key}>{s.text}</p>)
  return (
    <div class="unseen">
      <div role="log" aria-live="polite" aria-relevant="additions" data-testid="live">
        {of(false)}
      </div>
      <div role="alert" aria-live="assertive" aria-relevant="additions" data-testid="live-urgent">
        {of(true)}
      </div>
    </div>
  )
}
