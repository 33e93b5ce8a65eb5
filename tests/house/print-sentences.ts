import { listSentences } from './sentences.ts'

// `npm run words` prints every sentence that the product can say, for reading aloud.
for (const { file, text } of listSentences()) console.log(`${file}: ${text}`)
