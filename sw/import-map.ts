/**
 * The build's `importmap.json`: the import map and, in its order, the bytes of each file and the files that it needs.
 * Only the storage page reads the latter.
 */
export interface ImportMap {
  imports: Record<string, string>
  sizes?: number[]
  needs?: number[][]
}

const mapIn = /(?<=<script type="importmap">)[\s\S]*?(?=<\/script>)/

/** The import map of a page. */
export function importsIn(html: string): Record<string, string> {
  const { imports } = JSON.parse(mapIn.exec(html)?.[0] ?? '{"imports":{}}') as ImportMap
  return imports
}

/** A page with another import map: the files it names itself are renamed, and its policy lets the map in. */
export async function withMap(html: string, imports: Record<string, string>): Promise<string> {
  const [before = ''] = mapIn.exec(html) ?? []
  const map = JSON.stringify({ imports })
  const hashes = await Promise.all([before, map].map((text) => digest(encoded(text))))
  const [was = '', is = ''] = hashes
  const renamed = Object.entries(importsIn(html)).reduce(
    (page, [name, path]) => page.replaceAll(path, imports[name] ?? path),
    html.replace(mapIn, ''),
  )
  return renamed.replace(mapIn, () => map).replaceAll(`'sha256-${was}'`, () => `'sha256-${is}'`)
}

const encoded = (text: string) => new TextEncoder().encode(text)

/** SHA-256 in base64, as policies and integrity have it. */
export async function digest(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return btoa(String.fromCharCode(...hash))
}
