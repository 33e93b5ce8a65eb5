import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { product } from '#contract/product'
import { escapeHtml } from '#server/platform/escape-html'
import type { PageContent } from '#server/platform/public-page'

/** The result of the page renderer. */
export interface RenderedPage {
  html: string
  kept: readonly unknown[]
}

interface PageLocation {
  address: string
  origin: string
  at: number
  files: readonly string[]
}

/** Style rules of the build, in order. */
export type StyleRules = readonly StyleRule[]
interface StyleRule {
  /** The selector, or the condition of `@media`. */
  head: string
  /** The declarations of a rule, or the nested rules. */
  body: string | StyleRules
}

/** Reads the style rules of all screens, except those in the first page's style sheet, which every page includes. */
export function readStyleRules(dist: string): StyleRules {
  const assets = join(dist, 'assets')
  const sheets = readdirSync(assets).filter(
    (name) => name.endsWith('.css') && !name.startsWith('main-'),
  )
  return sheets.flatMap((name) => rulesOf(readFileSync(join(assets, name), 'utf8')))
}

function rulesOf(css: string): StyleRule[] {
  const rules: StyleRule[] = []
  let at = 0
  for (;;) {
    const open = css.indexOf('{', at)
    if (open < 0) return rules
    const head = css.slice(at, open).trim()
    let depth = 1
    let end = open + 1
    while (depth > 0 && end < css.length) {
      if (css[end] === '{') depth += 1
      if (css[end] === '}') depth -= 1
      end += 1
    }
    const body = css.slice(open + 1, end - 1)
    rules.push({ head, body: /^@(?:media|supports)/.test(head) ? rulesOf(body) : body })
    at = end
  }
}

/** Returns the rules whose classes all occur in the page. */
function stylesFor(html: string, rules: StyleRules): string {
  const present = new Set(
    [...html.matchAll(/\sclass="([^"]+)"/g)].flatMap(([, names = '']) => names.split(' ')),
  )
  return selectRules(rules, present)
}

function selectRules(rules: StyleRules, present: ReadonlySet<string>): string {
  return rules
    .map(({ head, body }) => {
      if (typeof body !== 'string') {
        const inside = selectRules(body, present)
        return inside === '' ? '' : `${head}{${inside}}`
      }
      const isNeeded = head.split(',').some((selector) => {
        const names = [...selector.matchAll(/\.([\w-]+)/g)].map(([, name = '']) => name)
        return names.length > 0 && names.every((name) => present.has(name))
      })
      return isNeeded ? `${head}{${body}}` : ''
    })
    .join('')
}

/**
 * Fills the app's shell with a page: head, styles, content, and the answers for hydration. `address`: path and query.
 * `origin`: our own. `at`: when the answers were made (ms). `files`: the files that the screen needs besides the first
 * page's, loaded after the first paint.
 */
export function fillShell(
  shell: string,
  rules: StyleRules,
  content: PageContent,
  screen: RenderedPage,
  { address, origin, at, files }: PageLocation,
): string {
  // The policy refuses style attributes. The app sets them after it has loaded.
  const html = screen.html.replaceAll(/(<[a-z][^<>]*?) style="[^"]*"/g, '$1')
  const css = stylesFor(html, rules)
  const title = `${content.title} – ${product.name}`
  const [, own = address] = content.crumbs.at(-1) ?? []
  const head = [
    `<link rel="canonical" href="${escapeHtml(origin + own)}" />`,
    `<meta property="og:title" content="${escapeHtml(title)}" />`,
    `<meta property="og:description" content="${escapeHtml(content.description)}" />`,
    `<meta property="og:url" content="${escapeHtml(origin + own)}" />`,
    `<meta property="og:image" content="${escapeHtml(origin)}/icon-512.png" />`,
    ...[...content.about, crumbsOf(content)].map(
      (one) => `<script type="application/ld+json">${inScript(absolute(one, origin))}</script>`,
    ),
    `<style>${css}</style>`,
  ].join('')
  const answers = inScript({ at, kept: screen.kept })
  const main = `<div id="root" data-shell="page" data-at="${escapeHtml(address)}">${html}</div><script type="application/json" id="answers">${answers}</script>`
  return withStyles(shell, css)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
    .replace(
      /(<meta\s+name="description"\s+content=")[^"]*"/,
      (_, before: string) => `${before}${escapeHtml(content.description)}"`,
    )
    .replace('id="ahead">[]', () => `id="ahead">${inScript(files)}`)
    .replace('</head>', () => `${head}</head>`)
    .replace(/<div id="root"[\s\S]*<\/div>(?=\s*<\/body>)/, () => main)
}

/** Adds the hash of the page's styles to its policy. */
function withStyles(shell: string, css: string): string {
  const hash = createHash('sha256').update(css).digest('base64')
  return shell.replace("style-src 'self'", () => `style-src 'self' 'sha256-${hash}'`)
}

function crumbsOf({ crumbs }: PageContent): Record<string, unknown> {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(([name, item], index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item,
    })),
  }
}

/** Makes URLs that begin with `/` absolute. */
function absolute(it: unknown, origin: string): unknown {
  if (typeof it === 'string') return it.startsWith('/') ? origin + it : it
  if (Array.isArray(it)) return it.map((one) => absolute(one, origin))
  if (typeof it !== 'object' || it === null) return it
  return Object.fromEntries(Object.entries(it).map(([name, one]) => [name, absolute(one, origin)]))
}

/** Returns JSON that is safe inside a script element. */
const inScript = (it: unknown) =>
  JSON.stringify(it)
    .replaceAll('<', String.raw`\u003c`)
    .replaceAll('>', String.raw`\u003e`)
