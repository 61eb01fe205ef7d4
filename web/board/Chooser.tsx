/* Naming a double or a roll. */
import { Face } from './parts'
import type { Translate } from './props'

export function Chooser({ choices, t, onChoose }: { choices: string[]; t: Translate; onChoose(roll: string): void }) {
  const doubles = choices.every((roll) => roll[0] === roll[1])
  return (
    <div
      class={`pb-chooser${doubles ? ' pb-chooser-doubles' : ''}`}
      role="group"
      aria-label={t(doubles ? 'board.choose.double' : 'board.choose.roll')}
    >
      <p aria-hidden="true">{t(doubles ? 'board.choose.double' : 'board.choose.roll')}</p>
      <div>
        {choices.map((roll) => (
          <button
            key={roll}
            type="button"
            data-roll={roll}
            aria-label={t('board.choose.name', { dice: [...roll].join('-') })}
            onClick={() => onChoose(roll)}
          >
            <svg class="pb-light" viewBox="0 0 66 32" aria-hidden="true">
              {[...roll].map((value, i) => (
                <g key={i} transform={`translate(${16 + 34 * i} 16)`}>
                  <Face value={Number(value)} size={29} />
                </g>
              ))}
            </svg>
          </button>
        ))}
      </div>
    </div>
  )
}
