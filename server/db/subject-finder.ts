/**
 * A word in the tree of all subjects' words. `isEnd`: a subject ends here. `isAddress`: that subject is an email
 * address.
 */
interface Step {
  next: Map<string, Step>
  isEnd: boolean
  isAddress: boolean
}

/** Matches a word, or an escaped character of JSON or of a URL, which is not part of a word. */
const wordsAndEscapes = /%[0-9a-f]{2}|\\u[0-9a-f]{4}|\\.|[\p{L}\p{N}]+/gu

/**
 * Returns a function that finds out whether a stored answer names one of these subjects: ids, references, phone numbers
 * and email addresses, alone or within a path or a sentence. It takes as long for thousands of subjects as for one.
 * A subject must match whole words, so a longer number does not match. An email address does not match inside a longer
 * one: anybody can register a short address, and its erasure must not delete other people's answers.
 */
export function makeSubjectFinder(subjects: readonly string[]): (answer: string) => boolean {
  const root = makeStep()
  for (const subject of subjects) addSubject(root, subject.toLowerCase())
  return (answer) => {
    const text = answer.toLowerCase()
    const words = findWords(text)
    return words.some((_, first) => isNamedFrom(root, text, words, first))
  }
}

const makeStep = (): Step => ({ next: new Map(), isEnd: false, isAddress: false })

function addSubject(root: Step, subject: string): void {
  let step = root
  for (const { word } of findWords(subject)) {
    const next = step.next.get(word) ?? makeStep()
    step.next.set(word, next)
    step = next
  }
  if (step === root) return
  step.isAddress = subject.includes('@') && (step.isAddress || !step.isEnd)
  step.isEnd = true
}

interface Word {
  word: string
  from: number
  to: number
}

const findWords = (text: string): Word[] =>
  Array.from(text.matchAll(wordsAndEscapes), ({ 0: word, index }) => ({
    word,
    from: index,
    to: index + word.length,
  })).filter(({ word }) => word[0] !== '%' && word[0] !== '\\')

/** Whether a subject begins with the word at `first`. */
function isNamedFrom(root: Step, text: string, words: readonly Word[], first: number): boolean {
  let step: Step | undefined = root
  for (let at = first; at < words.length; at += 1) {
    const { word, to } = words[at] as Word
    step = step.next.get(word)
    if (step === undefined) return false
    if (step.isEnd && !(step.isAddress && isLonger(text, words[first]?.from ?? 0, to))) return true
  }
  return false
}

/** Whether the address between these places of a text is only a part of a longer one. */
const isLonger = (text: string, from: number, to: number) =>
  /[_.+-]/u.test(text.slice(Math.max(0, from - 1), from)) ||
  /^[.-][\p{L}\p{N}]/u.test(text.slice(to, to + 3))
