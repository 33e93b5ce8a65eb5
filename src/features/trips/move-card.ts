import { useLayoutEffect, useRef } from 'react'

/** How long the card of a result takes to move to its place on the trip's page, ms. */
const duration = 200

/**
 * A card that is rendered later than this after the tap, ms, does not move, since the results are no longer visible.
 */
const animationTimeout_ms = 300

/** The card that was tapped: when, where its departure time was on the screen, and when it began to move. */
let tapped: { id: string; at: number; left: number; top: number; began?: number } | undefined

/** Remembers where the card of a result is on the screen, when it is tapped. */
export function rememberCard(id: string, card: Element | null): void {
  const { left = 0, top = 0 } = card?.querySelector('time')?.getBoundingClientRect() ?? {}
  tapped = { id, at: performance.now(), left, top }
}

/**
 * Returns the ref of a trip's card, which moves to its place from that of the tapped result. Nothing waits for the
 * movement, and people who prefer reduced motion do not get it. A card with more data that replaces this one continues
 * the movement.
 */
export function useCardMove(id: string) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const from = tapped?.id === id ? tapped : undefined
    const card = box.current
    const here = card?.querySelector('time')?.getBoundingClientRect()
    if (from === undefined || here === undefined || card?.animate === undefined) return
    const now = performance.now()
    if (from.began === undefined && now - from.at < animationTimeout_ms) from.began = now
    const done = now - (from.began ?? -Infinity)
    if (done >= duration || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    // End the animation that fades the page in, since the card would fade with it. Other animations repeat for ever.
    for (const fading of card.closest('main')?.getAnimations({ subtree: true }) ?? [])
      if (fading.effect?.getComputedTiming().iterations === 1) fading.finish()
    // Subtract the scroll position, since the page is about to be scrolled to its top.
    const moved = `translate(${from.left - here.left}px, ${from.top - here.top - scrollY}px)`
    const move = card.animate(
      [
        { transform: moved, zIndex: 1 },
        { transform: 'none', zIndex: 1 },
      ],
      { duration, easing: 'ease-out' },
    )
    move.currentTime = done
  }, [id])
  return box
}
