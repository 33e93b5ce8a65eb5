import { parentPort, workerData } from 'node:worker_threads'
import type { ProfileExport } from '#contract/profile/model'
import { exportPdf } from './export-pdf.ts'

// A thread of its own: thousands of rows take seconds, and the server's event loop is everybody's.
parentPort?.postMessage(await exportPdf(workerData as ProfileExport))
