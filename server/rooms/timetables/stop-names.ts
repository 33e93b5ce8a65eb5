import { cutText } from '#contract/cut-text'

/**
 * Words for the kind of a stop, which do not say where the stop is. They come before a place's name (`before`) or after
 * it (`behind`).
 */
const before =
  /^(?:(?:gare|station|terminus|terminal|arr[êe]t|parc|park|a[ée]roport|airport)(?: routi[èe]re| centrale| ferroviaire| auto)?(?: de la| de l['’]| du| des| de| d['’]| of)? ?)/iu
const behind =
  /[ -]+(?:(?:motor|lorry|bus|car|main|central|train|railway)[ -])?(?:ville|gare(?: routi[èe]re)?|centre|center|central|station|terminal|terminus|park|stop|m[ée]dina|voyageurs|a[ée]roport|airport|junction|depot)$/iu

/**
 * Returns the place in a stop's name: `Gare routière de Cotonou` → Cotonou, `PARAKOU GARE` → Parakou, `Settat (nouvelle
 * gare)` → Settat. A name that contains only words for stations does not change.
 */
export function findPlaceName(stop: string): string {
  const first =
    stop
      .normalize('NFC')
      .split(/[,(/:–—|]| - /u)[0]
      ?.trim() || stop.trim()
  const bare = first.replace(before, '').replace(behind, '').trim()
  const name = /\p{L}/u.test(bare) ? bare : first
  return cutText(isShouted(stop) ? quiet(name) : name, 60).trim()
}

/** Returns the words of a name in lower case without accents, for comparison. */
export function splitName(name: string): string[] {
  const plain = name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
}

/**
 * Returns the common beginning of stops' names, as the first one writes it: `Casa-Voyageurs` and `Casa-Port` → Casa.
 * Returns undefined if there is none.
 */
export function findSharedName(stops: readonly string[]): string | undefined {
  const [first, ...others] = stops.map(splitName)
  if (first === undefined) return undefined
  let shared = first.length
  for (const words of others) {
    let same = 0
    while (same < shared && words[same] === first[same]) same += 1
    shared = same
  }
  const written = [...(stops[0] ?? '').normalize('NFC').matchAll(/[\p{L}\p{M}\p{N}]+/gu)]
  const last = written[shared - 1]
  if (shared === 0 || last === undefined) return undefined
  const name = (stops[0] ?? '')
    .normalize('NFC')
    .slice(written[0]?.index, last.index + last[0].length)
  return name
}

function isShouted(stop: string): boolean {
  return stop === stop.toUpperCase() && stop.length > 4
}

/** Converts a name in capitals to lower case with initial capitals. */
function quiet(name: string): string {
  return name.toLowerCase().replaceAll(/(?<![\p{L}\p{M}])\p{L}/gu, (letter) => letter.toUpperCase())
}
