import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** Lists the documents of the repository, as paths from its root. */
export const listDocuments = (): string[] => [
  'README.md',
  'SECURITY.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => `docs/${path}`),
]

export const listDecisions = (): string[] =>
  listDocuments().filter((path) => path.startsWith('docs/decisions/'))

/** Finds a document's links without a target, and paths in backticks that do not exist: `docs/a.md: b.md#c`. */
export function findBrokenLinks(path: string, text: string): string[] {
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^(?:https?|mailto):/.test(target))
    .filter((target) => !leadsSomewhere(path, text, target))
  const paths = [...text.matchAll(/`((?:contract|src|sw|server|demo|tools|tests|docs)\/[^`\s]*)`/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/[<>{}*…]|NNNN/.test(target) && !existsSync(target))
  return [...links, ...paths].map((target) => `${path}: ${target}`)
}

function leadsSomewhere(path: string, text: string, target: string): boolean {
  const [file = '', anchor] = target.split('#')
  const to = file === '' ? path : normalize(join(dirname(path), file))
  if (!existsSync(to)) return false
  if (anchor === undefined || statSync(to).isDirectory()) return anchor === undefined
  return listAnchors(file === '' ? text : readFileSync(to, 'utf8')).includes(anchor)
}

/** Returns the anchors of a document's headings, as GitHub makes them. */
export const listAnchors = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )

/** Finds the parts that a decision lacks or has in a different order. */
export function findMissingParts(text: string): string[] {
  const parts = [
    /^# .+\n/,
    /\nDate: \d{4}-\d{2}-\d{2}\n/,
    /\n## Context\n\n\S/,
    /\n## Choice\n\n\S/,
    /\n## Price\n\n\S/,
    /\n## What would reverse it\n\n\S/,
  ]
  const places = parts.map((part) => text.search(part))
  return parts.flatMap((part, at) =>
    (places[at] ?? -1) > (places[at - 1] ?? -1) ? [] : part.source,
  )
}
