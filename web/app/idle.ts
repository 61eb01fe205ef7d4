/* What can wait until the first view stands and nothing else is to be done. */

const loaded = new Promise<void>((resolve) => {
  if (document.readyState === 'complete') resolve()
  else addEventListener('load', () => resolve(), { once: true })
})

const longest = 3000

/** So many milliseconds from now at the least. */
export async function whenIdle(least = 500): Promise<void> {
  await loaded
  await new Promise((resolve) => setTimeout(resolve, least))
  await new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: longest })
    else resolve()
  })
}
