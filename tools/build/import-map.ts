/** The import map in a page of the build: names of files without their hashes → the files. */
export const importMap = /(?<=<script type="importmap">)[\s\S]*?(?=<\/script>)/

/** An entry that only imports melts into its page, yet stays in the import map: phones would ask for it. */
export function withoutLostChunks(html: string, isThere: (file: string) => boolean): string {
  return html.replace(importMap, (map) => {
    const { imports } = JSON.parse(map) as { imports: Record<string, string> }
    const kept = Object.entries(imports).filter(([, path]) => isThere(path.slice(1)))
    return JSON.stringify({ imports: Object.fromEntries(kept) })
  })
}
