const unheard: string[] = []
let listener: ((words: string) => void) | undefined

/** Displays a toast, or queues it until `Overlays` is mounted. */
export function showToast(text: string): void {
  if (listener === undefined) unheard.push(text)
  else listener(text)
}

/** Subscribes `Overlays` to toasts. Returns a function that ends the subscription. */
export function onToast(hear: (words: string) => void): () => void {
  listener = hear
  for (const words of unheard.splice(0)) hear(words)
  return () => {
    listener = undefined
  }
}
