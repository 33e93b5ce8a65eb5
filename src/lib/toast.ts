const unheard: string[] = []
let listener: ((words: string) => void) | undefined

/** Says a sentence in passing, as a snackbar; what is said before the frame listens is not lost. */
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
