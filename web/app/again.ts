/* The same once more, with the roles exchanged. */
import { levelOf, startLocal } from './local'
import { theCore } from './parts'
import { optionsOf } from './record'
import { go } from './router'
import type { Kept } from './store'

export { go }

export async function again(kept: Kept): Promise<void> {
  const core = await theCore()
  const { setup } = kept
  const fresh = await startLocal(core, {
    game: setup.game,
    terms: setup.terms,
    options: optionsOf(setup),
    level: { x: levelOf(kept, 'o'), o: levelOf(kept, 'x') },
    ...(kept.clock ? { clock: kept.clock } : {}),
  })
  go(`/play/${fresh.id}`)
}
