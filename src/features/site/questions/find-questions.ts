import { foldAccents } from '#lib/format'

/**
 * A question and its answer. `id` is its anchor (`/info-center#id`), which never changes. `words` are other search
 * terms. `answer` is text for `Paragraphs`.
 */
export interface Question {
  id: string
  ask: string
  words?: string
  answer: readonly string[]
  to?: readonly [path: string, label: string]
}

export interface QuestionGroup {
  id: string
  name: string
  questions: readonly Question[]
}

/** Words that are too common to distinguish questions. */
const empty = new Set(
  'a an and are at be can did do does for from get got has have how i if in is it me my of on or the to was what when where which who why will with you your'.split(
    ' ',
  ),
)

/**
 * Returns the questions that match a typed text, best first, with or without accents. Only those with the most matching
 * words are returned, so an unknown word hides nothing. Empty for an empty text.
 */
export function findQuestions(groups: readonly QuestionGroup[], text: string): Question[] {
  const wanted = splitIntoTerms(text)
  const ranked = groups
    .flatMap((group) => group.questions)
    .map((question) => ({ question, ...fit(question, wanted) }))
  const most = Math.max(...ranked.map((one) => one.found))
  return ranked
    .filter((one) => one.found > 0 && one.found === most)
    .toSorted((a, b) => b.weight - a.weight)
    .map((one) => one.question)
}

/** Returns the typed words, without a plural's s. Common words are removed unless there are no others. */
function splitIntoTerms(text: string): string[] {
  const all = foldAccents(text).match(/[\p{L}\p{N}]+/gu) ?? []
  const telling = all.filter((word) => !empty.has(word))
  return (telling.length > 0 ? telling : all).map((word) =>
    word.length > 3 ? word.replace(/s$/, '') : word,
  )
}

/** Returns how many of the words match the beginning of a word in a question, and the weight of these matches. */
function fit(question: Question, wanted: readonly string[]): { found: number; weight: number } {
  const places = [question.ask, question.words ?? '', question.answer.join(' ')].map(
    (text) => ` ${foldAccents(text).replaceAll(/[^\p{L}\p{N}]+/gu, ' ')}`,
  )
  const weights = [9, 6, 1]
  const best = wanted.map((word) => {
    const place = places.findIndex((text) => text.includes(` ${word}`))
    return weights[place] ?? 0
  })
  return {
    found: best.filter((weight) => weight > 0).length,
    weight: best.reduce((sum, weight) => sum + weight, 0),
  }
}
