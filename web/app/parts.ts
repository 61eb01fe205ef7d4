/* The rules library, loaded once. */
import { useEffect, useState } from 'preact/hooks'
import { loadCore } from '../core/core'
import type { Core, State } from '../core/types'

let core: Core | null = null
let loading: Promise<Core> | null = null

export function theCore(): Promise<Core> {
  loading ??= loadCore().then((loaded) => (core = loaded))
  loading.catch(() => (loading = null))
  return loading
}

export function useCore(): { core: Core | null; error: string } {
  const [state, set] = useState({ core, error: '' })
  useEffect(() => {
    theCore().then(
      (loaded) => set({ core: loaded, error: '' }),
      (error: unknown) => set({ core: null, error: String(error) })
    )
  }, [])
  return state
}

const starts = new Map<string, State>()

/** The position in which a game starts, for pictures. */
export function startOf(loaded: Core, id: string): State {
  let state = starts.get(id)
  if (!state) {
    const game = loaded.create(id)
    state = game.state()
    game.free()
    starts.set(id, state)
  }
  return state
}
