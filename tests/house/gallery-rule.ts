import type { HouseFile, Rule } from './tree.ts'

/** Components that cannot be on /dev/pieces by their own name: what each is, or which piece contains it. */
const elsewhere: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'src/ui/dialog.tsx': { FullScreenDialog: 'Sheet' },
  'src/ui/lists/query-result-group.tsx': { QueryResultGroup: 'wraps a whole screen' },
  'src/ui/mantine/mantine-wrapper.tsx': { MantineWrapper: 'a provider' },
  'src/ui/missing-page.tsx': { MissingPage: 'a whole screen' },
  'src/ui/page.tsx': {
    AgeNoticeContext: 'a context',
    BottomBar: 'Page',
    HeadOnlyContext: 'a context',
  },
  'src/ui/password-field.tsx': { HiddenLogin: 'invisible' },
  'src/ui/pictures/map.tsx': { CountryMap: 'RouteMap' },
  'src/ui/pictures/picture-message.tsx': { Drawing: 'ErrorState', PictureMessage: 'EmptyState' },
  'src/ui/sheets/calendar-month.tsx': { CalendarMonth: 'CalendarSheet' },
}

const exported = /^export (?:function|const) ([A-Z]\w*)/gm

/** The desk has its own shell and theme, and nothing that a traveller loads may import it. */
const isPiece = ({ path }: HouseFile) => /^src\/ui\/(?!desk\/).+\.tsx$/.test(path)

export const galleryRule: Rule = {
  name: 'every component of src/ui is on /dev/pieces',
  broken: (house) => {
    const gallery = house
      .filter(({ path }) => path.startsWith('src/app/pieces/'))
      .map(({ text }) => text)
      .join('\n')
    return house.filter(isPiece).flatMap(({ path, text }) => {
      const names = [...text.matchAll(exported)].map(([, name = '']) => name)
      const excused = Object.keys(elsewhere[path] ?? {})
      const isThere = (name: string) => new RegExp(`<${name}\\b`).test(gallery)
      return [
        ...names.filter((name) => !excused.includes(name) && !isThere(name)),
        ...excused.filter((name) => !names.includes(name) || isThere(name)),
      ].map((name) => `${path}: ${name}`)
    })
  },
}
