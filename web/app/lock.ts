/* One tab at a time plays a game of this browser: the last that opens it. */

/** Takes the game over from any other tab; `lost` is called when another tab does the same. The function returned lets
 * go. Without locks, where the page is not served safely, nothing is watched over. */
export function takeOver(id: string, lost: () => void): () => void {
  if (!('locks' in navigator)) return () => undefined
  let letGo: () => void = () => undefined
  const held = new Promise<void>((resolve) => (letGo = resolve))
  const name = `pasch.game.${id}`
  /* a tab in the background takes nothing away from the one in front */
  const asked =
    document.visibilityState === 'hidden'
      ? navigator.locks.request(name, { ifAvailable: true }, (lock) => (lock ? held : lost()))
      : navigator.locks.request(name, { steal: true }, () => held)
  asked.catch(lost)
  return letGo
}
