import { folded } from '#lib/format'

/**
 * A question people ask. `id` is its address (`/info-center#id`) and never changes. `words`: other words
 * it is looked for by, in the languages of the parks. `answer`: paragraphs as `Paragraphs` reads them.
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

/** Words that are in every second question and tell none from the others. */
const empty = new Set(
  'a an and are at be can did do does for from get got has have how i if in is it me my of on or the to was what when where which who why will with you your'.split(
    ' ',
  ),
)

/**
 * The questions that fit what was typed, best first, accents or not. Those that hold the most of its
 * words are all that is shown: a word nobody wrote hides nothing. Nothing typed finds nothing.
 */
export function findQuestions(groups: readonly QuestionGroup[], typed: string): Question[] {
  const wanted = wordsOf(typed)
  const ranked = groups
    .flatMap((group) => group.questions)
    .map((question) => ({ question, ...fit(question, wanted) }))
  const most = Math.max(...ranked.map((one) => one.found))
  return ranked
    .filter((one) => one.found > 0 && one.found === most)
    .toSorted((a, b) => b.weight - a.weight)
    .map((one) => one.question)
}

/** The typed words: without filling words unless there are no others, without a plural's s. */
function wordsOf(typed: string): string[] {
  const all = folded(typed).match(/[\p{L}\p{N}]+/gu) ?? []
  const telling = all.filter((word) => !empty.has(word))
  return (telling.length > 0 ? telling : all).map((word) =>
    word.length > 3 ? word.replace(/s$/, '') : word,
  )
}

/** How many of the words a question holds, each at the start of a word, and how much that says. */
function fit(question: Question, wanted: readonly string[]): { found: number; weight: number } {
  const places = [question.ask, question.words ?? '', question.answer.join(' ')].map(
    (text) => ` ${folded(text).replaceAll(/[^\p{L}\p{N}]+/gu, ' ')}`,
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
