import { afterAll } from 'vitest'
import { writeSeen } from '#tests/rows/recorder'

afterAll(() => writeSeen())
