const unheard: string[] = []
let listener: ((words: string) => void) | undefined

/** Shows a toast; queued until the frame is ready. */
export function toast(words: string): void {
  if (listener === undefined) unheard.push(words)
  else listener(words)
}

/** The frame hears what screens say. Returns the way out. */
export function onWords(hear: (words: string) => void): () => void {
  listener = hear
  for (const words of unheard.splice(0)) hear(words)
  return () => {
    listener = undefined
  }
}
