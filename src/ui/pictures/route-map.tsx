import { clientOnlyPart } from '#lib/lazy'
import { type ComponentProps, useCallback, useState } from 'react'
import type { CountryMap as Drawn } from './map.tsx'
import styles from './route-map.module.css'

const CountryMap = clientOnlyPart(async () => (await import('./map.tsx')).CountryMap)

/** Points and routes on the map of the country. Its space is reserved; the map loads when it is near the screen. */
export function RouteMap(props: ComponentProps<typeof Drawn>) {
  const [isSeen, setSeen] = useState(false)
  const watch = useCallback((place: Element | null) => {
    if (!place) return
    const observer = new IntersectionObserver(([at]) => at?.isIntersecting && setSeen(true))
    observer.observe(place)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={watch} className={styles.map}>
      {isSeen && <CountryMap {...props} />}
    </div>
  )
}
