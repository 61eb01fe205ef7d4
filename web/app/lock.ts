/* One tab at a time plays a game of this browser: the last that opens it. */

/** Takes the game over from any other tab; `lost` is called when another tab does the same. The function returned lets
 * go. Without locks, where the page is not served safely, nothing is watched over. */
export function takeOver(id: string, lost: () => void): () => void {
  if (!('locks' in navigator)) return () => undefined
  let letGo: () => void = () => undefined
  const held = new Promise<void>((resolve) => (letGo = resolve))
  navigator.locks.request(`pasch.game.${id}`, { steal: true }, () => held).catch(lost)
  return letGo
}
