import { allSentences } from './sentences.ts'

// `npm run words`: every sentence the product can say, to be read aloud.
for (const { file, text } of allSentences()) console.log(`${file}: ${text}`)
