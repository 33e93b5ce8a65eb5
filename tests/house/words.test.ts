import { expect, test } from 'vitest'
import { listSentences, type Sentence, extractSentences } from './sentences.ts'

/** One word for one thing: words that the product must not use, their replacements, and the files that may use them. */
const unsaid: readonly (readonly [words: RegExp, instead: string, except?: RegExp])[] = [
  // A reservation is a booking that is paid at the counter. Only files that are named after it may use the word.
  [/\breservations?\b/i, 'booking', /\breservations?[./]/],
  [/\bcall(?:ed)?(?: \w+){0,3} off\b/i, 'cancel'],
  [/\bby (?:itself|themselves|ourselves)\b/i, 'automatically'],
  [/\bcomes? back to you\b|\ball (?:of )?(?:it|your money) (?:comes|goes) back\b/i, 'refund'],
  [/\bwas taken back\b|\btake the request back\b/i, 'cancelled'],
  [/\bstands? here\b/i, 'is listed here, appears here'],
  [/\bfetched\b/i, 'downloaded; picked up'],
  [/\bneed not pay\b/i, 'do not have to pay'],
  [/\bdear(?:er)?\b/i, 'expensive, costs more'],
  [/^whom\b/i, 'who'],
  [/^Present password$/, 'Current password'],
  [/\btracking id\b/, 'tracking ID'],
  [/\bletters and figures\b/i, 'letters and digits'],
  [/^(?:Enter )?(?:the )?passengers?(?: first\.)?$/i, 'travellers'],
  [/\blet it go\b|\bthen we let\b/i, 'released'],
  [/\blet go\b/i, 'released'],
  [/\blapses?d?\b/i, 'expire'],
  [/\bproved\b/i, 'verified'],
  [/\bsign (?:in|out)\b/i, 'log in, log out'],
  [/\btracking number\b/i, 'tracking ID'],
  [/\b(?:own|your|its) measures\b/i, 'exact size'],
  [/\bto go on\b|\byou go on\b|^Go on$/i, 'continue'],
  [/\bfor nothing\b/i, 'free'],
  [/\bno network reaches\b/i, 'You are offline.'],
  [/\b(?:bus (?:stop|station|terminal)|bus park)s?\b/i, 'motor park'],
  [/\bfees? in\b/i, 'fees included'],
  [/\bwhoever\b/i, 'anyone who, people who'],
  [/\be-mails?\b/i, 'email'],
  [/\bsomeone\b|(?<!--)\beveryone\b/i, 'somebody, everybody'],
  [/\bneed not\b/i, 'do not have to'],
  [/\bno such\b|\bis no (?:trip|motor park|departure|place)\b/i, 'not found, does not exist'],
  [/\bknow(?:s)? no\b/i, 'do not know'],
  [/\bstands (?:on|in|at|as|there|already|beside)\b/i, 'is'],
  [/\bnews of\b/i, 'news about'],
  [/\bgoes by\b/i, 'depends on'],
  [/\bthis holds\b/i, 'valid until'],
  [
    /\b(?:the|a|your|see) way (?:out|back)\b|\btrip (?:there|back)\b/i,
    'outbound trip, return trip',
  ],
  [/\bhand(?:s|ed)? (?:it )?out\b|\btaken in\b(?! time)/i, 'delivered; handed in, at the counter'],
  [/\bgives? (?:\w+ ){0,3}back\b/i, 'refund, release, unassign'],
  [/\btakes? (?:\w+ ){0,4}back\b/i, 'cancel, withdraw, delete'],
  [/\b(?:difference|money|everything|nothing|all of it) comes back\b/i, 'refund'],
  [/\bwhat (?:waits|is waiting to)\b|\bthat wait\b/i, 'unsent, to check'],
  [/\bnobody can (?:ask|report|send|write)\b/i, 'you can … up to'],
  [/^say (?:why|how much|what it is worth)\b/i, 'enter'],
  [/\bname (?:one|two|at most|your|each|seats|a day)\b/i, 'choose, enter'],
  [/\bdid not come\b/i, 'did not load'],
  [/\bby mail\b(?!:)|\bthe mail\b/i, 'by email'],
  [/\bpassenger types?\b/i, 'kind of traveller, traveller type'],
  [/(?<!guest )\bsign(?:ing|ed|s)? up\b/i, 'join, Join Waka (the specification’s word)'],
  [/(?<!car )\bhir(?:e|es|ed|ing)\b/i, 'charter'],
  [/^Me$/, 'Profile'],
  [/[A-Za-z]'[A-Za-z]|s' [a-z]/, 'one apostrophe: ’'],
]

const wrongIn = (sentences: readonly Sentence[]): string[] =>
  sentences.flatMap(({ file, text }) =>
    unsaid.flatMap(([words, instead, except]) => {
      const at = text.search(words)
      return at < 0 || except?.test(file) === true
        ? []
        : `${file}: “${text.slice(Math.max(0, at - 40), at + 60)}” (say: ${instead})`
    }),
  )

/** Stand-ins quote the companies whose interface they imitate; lists contain addresses and states. */
const isQuoted = ({ file }: Sentence) =>
  /^demo\/(?:sandbox\/(?:flutterwave|google|paystack)|country\/(?:parcels|places))/.test(file)

test('one thing has one word in all that the product says', () => {
  const sentences = listSentences()
  expect(sentences.length).toBeGreaterThan(2000)
  expect(wrongIn(sentences.filter((one) => !isQuoted(one)))).toEqual([])
})

test('a wrong word is found in a screen, in a sentence with a sum, and in a refusal; code and SQL are none', () => {
  const planted = `
    const a = <p>Your reservation is here.</p>
    const e = "We don't serve it", f = <b>Sign up</b>, g = 'Hire a vehicle', h = 'Trip there'
    const b = \`Call it off and get \${sum} back\`
    const c = { lapsed: [409, 'Your points lapsed.'] }
    const d = sql\`select proved from booking where it lapsed\`
    const lapsed = 'lapsed'`
  expect(
    wrongIn(extractSentences('planted.tsx', planted)).map((line) =>
      line.split('“')[1]?.slice(0, 8),
    ),
  ).toEqual(['Your res', "We don't", 'Sign up”', 'Hire a v', 'Trip the', 'Call it ', 'Your poi'])
})

test('a sentence is whole, with what is put into it, wherever it is written', () => {
  const textsOf = (file: string, code: string) =>
    extractSentences(file, code).map(({ text }) => text)
  expect(textsOf('a.tsx', 'const a = <p>You hold <b>{n} seats</b>. {"Pay"} now.</p>')).toEqual([
    'You hold … seats. Pay now.',
  ])
  expect(textsOf('a.ts', 'const a = `Pay ${sum} until ${day}.`')).toEqual(['Pay … until ….'])
  expect(textsOf('a.sql', "perform f(it, 'time', 'Nobody has paid it.');")).toEqual([
    'Nobody has paid it.',
  ])
  expect(textsOf('a.html', '<title>Log in – %NAME%</title>')).toEqual(['Log in – %NAME%'])
  expect(textsOf('a.webmanifest', '{ "label": "Pick your own seat", "dir": "ltr" }')).toEqual([
    'Pick your own seat',
  ])
})

test('every place that speaks to people is listed', () => {
  const files = listSentences().map(({ file }) => file)
  for (const place of [/^src\/.*tsx$/, /^contract\//, /^server\/rooms\//, /^server\/db\/base\//])
    expect(files.some((file) => place.test(file))).toBe(true)
  for (const place of [/\.sql$/, /\.html$/, /^demo\//, /^sw\//, /webmanifest$/])
    expect(files.some((file) => place.test(file))).toBe(true)
})
