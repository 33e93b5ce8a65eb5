/*
 * Scripts inside the pages, which are there before any file has loaded.
 */
import { minifySync } from 'vite'

/** Returns a script element with this code, as short as the files of the app. */
const inline = (code: string) => `<script>${minifySync('inline.js', code).code}</script>`

/**
 * The files that a page's screen needs besides those of the first page; the renderer of the page's content fills the
 * list. They are requested once the page is painted: earlier, they would compete with the content that a person reads.
 */
export const filesAhead =
  '<script type="application/json" id="ahead">[]</script>' +
  inline(`new PerformanceObserver((_, it) => {
  it.disconnect()
  for (const file of JSON.parse(document.querySelector('#ahead').textContent))
    document.head.append(Object.assign(document.createElement('link'), {
      rel: 'preload', as: file.endsWith('.css') ? 'style' : 'script', crossOrigin: '', href: '/' + file,
    }))
}).observe({ type: 'paint', buffered: true })`)

/**
 * Loads the scripts of the first page again when one of them did not arrive whole, with growing pauses, and says so;
 * meanwhile the page is plain HTML, and its forms work. A browser that remembers the failure gets the page again,
 * unless somebody has typed into it. `started` is the event of main.tsx.
 */
export const startAgain = inline(`{
  const note = document.createElement('p')
  note.role = 'status'
  note.textContent = 'Slow network: the rest of this page is still coming. What you see works already.'
  note.style.cssText = 'margin:0;padding:10px;background:#fff3d1;color:#1b1a17'
  let started, failed
  const show = () => started || document.body.prepend(note)
  const again = (pause) => setTimeout(async () => {
    const files = [...document.querySelectorAll('script[src]')].map(({ src }) => src)
    let complete
    try {
      for (const file of files) {
        const answer = await fetch(file, { cache: 'reload' })
        if (!answer.ok || !(await answer.text())) throw 0
      }
      complete = 1
      for (const file of files) await import(file)
    } catch {}
    if (started) return
    if (complete && ![...document.querySelectorAll('input')].some((field) => field.value != field.defaultValue)) location.reload()
    else again(Math.min(pause * 2, 3e4))
  }, pause)
  const check = ({ target }) => {
    if (failed || started || target.localName != 'script') return
    failed = 1
    show()
    again(performance.getEntriesByType('navigation')[0]?.type == 'reload' ? 5e3 : 1e3)
  }
  addEventListener('error', check, true)
  addEventListener('started', () => {
    started = 1
    note.remove()
  })
  setTimeout(show, 8e3)
}`)
