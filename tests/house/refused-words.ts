import { parseSync } from 'vite'

/** A word that the glossary refuses, and its replacement. */
export interface RefusedTerm {
  readonly word: string
  readonly instead: string
}

/** The three tables of refused words in the glossary. */
export interface RefusedTerms {
  /** Words of exported names, of functions, and of imports as a whole, in lower case: `kept` refuses `findKept`. */
  readonly names: readonly RefusedTerm[]
  /** The last word of a type's name: `Asked` refuses `Asked` and `TripAsked`; marked `alone`, the whole name only. */
  readonly types: readonly RefusedTerm[]
  /** Words and phrases of comments, in lower case. */
  readonly comments: readonly RefusedTerm[]
}

const headings = {
  names: 'Refused in names',
  types: 'Refused as the name of a type',
  comments: 'Refused in comments',
} as const

/** Reads the tables below the three headings. Each row has words in backticks, then the replacement. */
export function parseRefusedTerms(glossary: string): RefusedTerms {
  const rows = (heading: string): RefusedTerm[] => {
    const section = glossary.split(`\n### ${heading}\n`)[1]?.split(/\n#+ /)[0] ?? ''
    return section.split('\n').flatMap((line) => {
      const [, words = '', instead = ''] = line.split('|')
      return [...words.matchAll(/`([^`]+)`/g)].map(([, word = '']) => ({
        word,
        instead: instead.trim(),
      }))
    })
  }
  return {
    names: rows(headings.names),
    types: rows(headings.types),
    comments: rows(headings.comments),
  }
}

/** A refused word found in a file. */
export interface TermViolation {
  readonly kind: keyof RefusedTerms
  readonly word: string
  /** `src/lib/api.ts: findKept (say: stored)`. */
  readonly text: string
}

/** Finds every refused word in a file's names, types and comments; reads TypeScript, SQL and CSS. */
export function findRefusedTerms(
  file: string,
  code: string,
  refused: RefusedTerms,
): TermViolation[] {
  const { names, types, comments } = readCode(file, code)
  const violation = (kind: keyof RefusedTerms, where: string, { word, instead }: RefusedTerm) => ({
    kind,
    word,
    text: `${file}: ${where} (say: ${instead})`,
  })
  return [
    ...names.flatMap((name) =>
      refused.names
        .filter(({ word }) => splitName(name).includes(word))
        .map((word) => violation('names', name, word)),
    ),
    ...types.flatMap((name) =>
      refused.types
        .filter(
          ({ word, instead }) =>
            name === word ||
            (!instead.startsWith('alone') &&
              name.endsWith(word) &&
              /[a-z0-9]/.test(name.at(-word.length - 1) ?? '')),
        )
        .map((word) => violation('types', name, word)),
    ),
    ...comments.flatMap((comment) =>
      refused.comments
        .filter(({ word }) => holds(comment, word))
        .map((word) => violation('comments', `“${comment.slice(0, 90)}”`, word)),
    ),
  ]
}

/** The words of a name in lower case: `find`, `kept` and `trips` for `findKeptTrips`. */
const splitName = (name: string) =>
  name
    .split(/_|(?<=[a-z0-9])(?=[A-Z])/)
    .map((word) => word.toLowerCase())
    .filter((word) => word !== '')

const patterns = new Map<string, RegExp>()

function holds(comment: string, word: string): boolean {
  const known = patterns.get(word)
  const pattern = known ?? new RegExp(`(?<![\\w-])${word}(?![\\w-])`, 'i')
  if (known === undefined) patterns.set(word, pattern)
  return pattern.test(comment)
}

interface Code {
  names: string[]
  types: string[]
  comments: string[]
}

function readCode(file: string, code: string): Code {
  if (file.endsWith('.sql'))
    return { names: [], types: [], comments: matchComments(code, /--(.*)/g) }
  if (file.endsWith('.css'))
    return { names: [], types: [], comments: matchComments(code, /\/\*([\s\S]*?)\*\//g) }
  const declared = [...code.matchAll(declaration)].map(([, exported, kind = '', name = '']) => ({
    name,
    isExported: exported !== undefined,
    isFunction: kind === 'function',
    isType: /^(?:class|interface|type)$/.test(kind),
  }))
  const imported = [...code.matchAll(/^import \* as (\w+)/gm)].map(([, name = '']) => name)
  return {
    names: [
      ...declared.filter((one) => one.isExported || one.isFunction).map(({ name }) => name),
      ...imported,
    ],
    types: declared.filter(({ isType }) => isType).map(({ name }) => name),
    comments: parseSync(file, code).comments.map(({ value }) => plain(value)),
  }
}

/** Matches what a file declares at its top level: at the beginning of a line, as the formatter writes it. */
const declaration =
  /^(export )?(?:declare |abstract |async )*(const|let|function|class|interface|type)\b\*? (\w+)/gm

const matchComments = (code: string, pattern: RegExp) =>
  [...code.matchAll(pattern)].map(([, text = '']) => plain(text))

/** A comment without its asterisks, and with code in backticks replaced. */
const plain = (comment: string) =>
  comment
    .replaceAll(/\n\s*\*/g, ' ')
    .replaceAll(/`[^`]*`/g, '…')
    .replaceAll(/\s+/g, ' ')
    .replace(/^\*? /, '')
    .trim()
