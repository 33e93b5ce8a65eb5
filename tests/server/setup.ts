import { afterAll } from 'vitest'
import { storeSeenRows } from '#tests/rows/recorder'

afterAll(() => storeSeenRows())
