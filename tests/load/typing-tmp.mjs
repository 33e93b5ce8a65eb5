import { chromium } from 'playwright'
import { typingAPlace } from '#tests/load/bench-typing'
const b = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
})
for (let i = 0; i < 3; i++) {
  const c = await b.newContext()
  console.log(await typingAPlace(c, process.argv[2]))
  await c.close()
}
await b.close()
