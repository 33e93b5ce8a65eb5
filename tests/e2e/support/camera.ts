import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeQR } from 'qr'
import { ensureChromium, launchFlags } from '#tests/support/chromium'

/** What the camera of every phone in this process films: `filmCode` says which ticket. */
const film = join(tmpdir(), `waka-camera-${process.pid}.y4m`)

/** A browser that has a camera, which may be used. */
export const withCamera = {
  executablePath: ensureChromium(),
  args: [
    ...launchFlags,
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${film}`,
  ],
}

/** Puts a QR code in front of the camera: black on grey, a little out of the middle, as hands hold it. */
export function filmCode(text: string): void {
  const [width, height, module] = [640, 480, 6]
  const modules = encodeQR(text, 'raw', { ecc: 'medium', encoding: 'alphanumeric', border: 4 })
  const light = Buffer.alloc(width * height, 140)
  const [left, top] = [150, 60]
  modules.forEach((row, y) =>
    row.forEach((isDark, x) => {
      for (let line = 0; line < module; line += 1) {
        const from = (top + y * module + line) * width + left + x * module
        light.fill(isDark ? 40 : 220, from, from + module)
      }
    }),
  )
  const colour = Buffer.alloc((width * height) / 2, 128)
  const frame = Buffer.concat([Buffer.from('FRAME\n'), light, colour])
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`)
  writeFileSync(film, Buffer.concat([head, frame, frame, frame]))
}
