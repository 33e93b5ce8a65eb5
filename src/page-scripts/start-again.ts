/*
 * A script inside pages. If one of the page's scripts was not downloaded completely, it downloads them again, with
 * growing pauses, and displays a notice. Meanwhile the page is plain HTML, and its forms work. If the scripts are
 * complete but do not start, since a browser may remember the failure, it reloads the page, unless somebody has typed
 * into it. `started` is the event of main.tsx.
 */
// The block keeps these names out of the global scope.
{
  const note = document.createElement('p')
  note.role = 'status'
  note.textContent =
    'Slow network: the rest of this page is still coming. What you see works already.'
  note.style.cssText = 'margin:0;padding:10px;background:#fff3d1;color:#1b1a17'
  let hasStarted = false
  let hasFailed = false

  const show = () => {
    if (!hasStarted) document.body.prepend(note)
  }

  /** Downloads and runs the scripts. Returns whether all were downloaded completely, even if they did not run. */
  const load = async () => {
    const files = [...document.querySelectorAll<HTMLScriptElement>('script[src]')]
    let isWhole = false
    try {
      for (const { src } of files) {
        const answer = await fetch(src, { cache: 'reload' })
        if (!answer.ok || (await answer.text()) === '') return false
      }
      isWhole = true
      for (const { src } of files) await import(/* @vite-ignore */ src)
    } catch {}
    return isWhole
  }

  const isTyped = () =>
    [...document.querySelectorAll('input')].some((field) => field.value !== field.defaultValue)

  const tryAgain = async (pause: number) => {
    const isWhole = await load()
    if (hasStarted) return
    if (isWhole && !isTyped()) location.reload()
    else schedule(Math.min(pause * 2, 30_000))
  }

  const schedule = (pause: number) => setTimeout(() => void tryAgain(pause), pause)

  const check = ({ target }: Event) => {
    if (hasFailed || hasStarted || !(target instanceof HTMLScriptElement)) return
    hasFailed = true
    show()
    const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    schedule(visit?.type === 'reload' ? 5000 : 1000)
  }

  addEventListener('error', check, true)
  addEventListener('started', () => {
    hasStarted = true
    note.remove()
  })
  setTimeout(show, 8000)
}
