import { expect, test } from '@playwright/test'
import { readConfig } from '#server/config'
import { openDatabase } from '#server/db/client'
import { makeClusterUrl, findCluster } from '#server/db/embedded-cluster'
import { startFleet } from '#tests/load/run/fleet'
import { runConversation } from '#tests/load/phones/two-sides'
import { findFreePort } from '#tests/support/server/free-port'

// The long run, with the database killed as well: npm run faults -- --only=messages
test('a traveller and the desk lose, double and disorder nothing when a process is killed and the network cut', async () => {
  test.setTimeout(300_000)
  const data_dir = process.env['E2E_DATA_DIR'] ?? ''
  const url = makeClusterUrl(findCluster(data_dir), 'waka')
  const home = `http://127.0.0.1:${await findFreePort()}`
  const db = openDatabase(url, { application_name: 'waka two sides' })
  const fleet = await startFleet({
    url,
    port: await findFreePort(),
    processes: 2,
    data_dir,
    public_url: home,
  })
  try {
    const { messages, injected_faults, faults, canaries } = await runConversation({
      db,
      fleet,
      config: readConfig({ NODE_ENV: 'test', DATA_DIR: data_dir }),
      home,
      seed: 7,
      messages: 20,
      injectedFaults: ['process killed', 'traveller cut off'],
      every: 1500,
    })
    expect(messages).toBe(20)
    expect(injected_faults).toMatchObject({ 'process killed': 1, 'traveller cut off': 1 })
    expect(Object.entries(faults).filter(([, tags]) => tags.length > 0)).toEqual([])
    expect(canaries.filter(({ bites }) => !bites)).toEqual([])
  } finally {
    await fleet.stop()
    await db.destroy()
  }
})
