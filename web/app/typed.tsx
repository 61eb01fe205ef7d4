/* Moves and words typed, for those who like it better than pointing. */
import type { RefObject } from 'preact'
import { useState } from 'preact/hooks'
import type { Side } from '../core/types'
import { say } from './announce'
import { t } from './i18n'
import type { Session } from './table'
import { why } from './why'

interface Props {
  session: Session
  act: (words: string, side?: Side) => boolean
  input: RefObject<HTMLInputElement | null>
  onHint: (() => void) | undefined
  onResign: () => void
}

export function TypedMove({ session, act, input, onHint, onResign }: Props) {
  const [text, setText] = useState('')
  const [wrong, setWrong] = useState('')
  const { state, kept } = session
  const over = kept.status !== 'open' || state.phase === 'over'
  if (over || kept.mine === null) return null

  const fail = (sentence: string) => {
    setWrong(sentence)
    say(sentence, true)
  }

  /* A bare Return goes on where nothing is to be decided; it never says anything about a double. */
  const goOn = () => {
    if (state.due === 'throw' || state.due === 'bonus') return act('roll')
    if (state.due === 'play' && state.mayEnd) return act('end')
    if (state.phase === 'between') return act('next')
    return fail(t('typed.empty'))
  }

  const enter = () => {
    setWrong('')
    const typed = text.trim()
    if (!typed) return void goOn()
    if (/^(hint|tipp)$/i.test(typed) && onHint) onHint()
    else if (/^(resign|aufgeben)$/i.test(typed)) onResign()
    else {
      const words = session.game.read(typed)
      if (words === null) return
      if (typeof words !== 'string') return fail(why(words.error))
      if (!act(words)) return
    }
    setText('')
  }

  return (
    <form
      class="typed"
      onSubmit={(event) => {
        event.preventDefault()
        enter()
      }}
    >
      <label>
        <span>{t('typed.label')}</span>
        <input
          ref={input}
          type="text"
          value={text}
          placeholder={t('typed.example')}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          enterkeyhint="go"
          aria-invalid={wrong ? true : undefined}
          aria-describedby={wrong ? 'typed-wrong' : undefined}
          onInput={(event) => {
            setText(event.currentTarget.value)
            setWrong('')
          }}
        />
      </label>
      <button type="submit">{t('typed.go')}</button>
      {wrong ? (
        <p id="typed-wrong" class="notice" data-testid="typed-wrong">
          {wrong}
        </p>
      ) : null}
    </form>
  )
}
