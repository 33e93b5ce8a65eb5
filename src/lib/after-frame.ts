/** How long to wait for a frame, ms. A hidden page draws no frame. */
const longest_ms = 250

/**
 * Does `work` once: after the next frame, or after a quarter of a second if none is drawn. This is for long work that a
 * tap starts: the frame answers the tap first. Returns a function that cancels the work.
 */
export function doAfterFrame(work: () => void): () => void {
  const timers: ReturnType<typeof setTimeout>[] = []
  const cancel = () => {
    cancelAnimationFrame(frame)
    for (const timer of timers) clearTimeout(timer)
  }
  const workOnce = () => {
    cancel()
    work()
  }
  const frame = requestAnimationFrame(() => timers.push(setTimeout(workOnce)))
  timers.push(setTimeout(workOnce, longest_ms))
  return cancel
}

/**
 * Shows a control as pressed, and does `work` after the next frame. On a cheap phone, a screen takes half a second to
 * draw: without this frame, nothing would show meanwhile that the tap was noticed. Ignores further taps until then.
 */
export function runAfterPressedFrame(control: HTMLElement, work: () => void): void {
  if ('pressed' in control.dataset) return
  control.dataset['pressed'] = ''
  doAfterFrame(() => {
    delete control.dataset['pressed']
    work()
  })
}
