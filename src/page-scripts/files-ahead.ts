/*
 * A script inside pages. Once the page is painted, it preloads the further files that the page's screen needs, which
 * the element `#ahead` lists. If it began earlier, they would compete with the content that a person reads.
 */
new PerformanceObserver((_, observer) => {
  observer.disconnect()
  const list = document.querySelector('#ahead')?.textContent ?? '[]'
  for (const file of JSON.parse(list) as string[])
    document.head.append(
      Object.assign(document.createElement('link'), {
        rel: 'preload',
        as: file.endsWith('.css') ? 'style' : 'script',
        crossOrigin: '',
        href: `/${file}`,
      }),
    )
}).observe({ type: 'paint', buffered: true })
