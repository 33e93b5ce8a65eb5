interface Detector {
  detect(image: HTMLVideoElement): Promise<{ rawValue: string }[]>
}
interface Detectors {
  new (options: { formats: string[] }): Detector
  getSupportedFormats(): Promise<string[]>
}
type FrameReader = (video: HTMLVideoElement) => Promise<string | undefined>

const every_ms = 120
/** Pixels per side of the image for the JavaScript reader. Enough for a code of 49 modules that fills a third of it. */
const side = 640

let reader: Promise<FrameReader> | undefined

/** Loads the reader of QR codes early, so that it also works without a network. Never rejects. */
export async function prefetchReader(): Promise<void> {
  await loadReader().catch(() => undefined)
}

function loadReader(): Promise<FrameReader> {
  reader ??= makeNativeReader()
    .then((own) => own ?? makeScriptReader())
    .catch((error: unknown) => {
      reader = undefined
      throw error
    })
  return reader
}

/** Returns the browser's own reader if it can read QR codes, else undefined. */
async function makeNativeReader(): Promise<FrameReader | undefined> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: Detectors }
  if (BarcodeDetector === undefined) return undefined
  const formats: string[] = await BarcodeDetector.getSupportedFormats().catch(() => [])
  if (!formats.includes('qr_code')) return undefined
  const detector = new BarcodeDetector({ formats: ['qr_code'] })
  return async (video) => (await detector.detect(video))[0]?.rawValue
}

async function makeScriptReader(): Promise<FrameReader> {
  const { decodeQR } = await import('qr/decode.js')
  let context: CanvasRenderingContext2D | null | undefined
  return (video) => {
    context ??= makeContext()
    const { videoWidth, videoHeight } = video
    const square = Math.min(videoWidth, videoHeight)
    const [x, y] = [(videoWidth - square) / 2, (videoHeight - square) / 2]
    context?.drawImage(video, x, y, square, square, 0, 0, side, side)
    const image = context?.getImageData(0, 0, side, side)
    return Promise.resolve(image && decodeQR(image, { timeLimit: 60 }))
  }
}

function makeContext(): CanvasRenderingContext2D | null {
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  return canvas.getContext('2d', { willReadFrequently: true })
}

/** Reads codes from a video until the returned function is called. Calls `onBroken` if no reader can be loaded. */
export function scanVideoFrames(
  video: HTMLVideoElement,
  onText: (text: string) => void,
  onBroken: () => void,
): () => void {
  let isOver = false
  const watch = async () => {
    const read = await loadReader()
    while (!isOver) {
      await new Promise((resolve) => setTimeout(resolve, every_ms))
      if (isOver || document.visibilityState !== 'visible' || video.videoWidth === 0) continue
      const text = await read(video).catch(() => undefined)
      if (text !== undefined && text !== '' && !isOver) onText(text)
    }
  }
  watch().catch(() => !isOver && onBroken())
  return () => {
    isOver = true
  }
}
