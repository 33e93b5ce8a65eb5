import { Button } from '#ui/button'
import { Notice } from '#ui/notice'
import { useEffect, useRef, useState } from 'react'
import styles from './boarding.module.css'
import { scanVideoFrames } from './frames.ts'

const cameraConstraints: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
}

const troubles = {
  refused: 'The camera is not allowed here. Allow it in your browser’s settings, or type the code.',
  missing: 'We found no camera on this phone. Type the code instead.',
  blind: 'The reader is not saved on this phone yet. Go online once to get it, or type the code.',
}

/**
 * Shows the camera once the person has allowed it. `reads`: what it reads, for the sentence above the button. While
 * `paused`, the camera stays open but no codes are read.
 */
export function Camera({
  reads,
  paused,
  onText,
}: {
  reads: string
  paused: boolean
  onText: (text: string) => void
}) {
  const video = useRef<HTMLVideoElement>(null)
  const [stream, setStream] = useState<MediaStream>()
  const [trouble, setTrouble] = useState<keyof typeof troubles>()
  const [isAsking, setAsking] = useState(false)
  const heard = useRef(onText)
  useEffect(() => {
    heard.current = onText
  }, [onText])
  useEffect(() => () => stream?.getTracks().forEach((track) => track.stop()), [stream])
  useEffect(() => {
    const element = video.current
    if (stream === undefined || element === null) return undefined
    if (element.srcObject !== stream) element.srcObject = stream
    element.play().catch(() => undefined)
    if (paused) return undefined
    return scanVideoFrames(
      element,
      (text) => heard.current(text),
      () => setTrouble('blind'),
    )
  }, [stream, paused])

  const open = async () => {
    setAsking(true)
    try {
      setStream(await navigator.mediaDevices.getUserMedia(cameraConstraints))
      setTrouble(undefined)
    } catch (error) {
      const isNo = error instanceof DOMException && error.name === 'NotAllowedError'
      setTrouble(isNo ? 'refused' : 'missing')
    }
    setAsking(false)
  }
  return (
    <section className={styles.camera} aria-label="Camera">
      {stream === undefined ? (
        <>
          <p>The camera reads the codes on {reads}. No picture is kept or sent.</p>
          <Button
            kind="primary"
            wide
            busy={isAsking}
            waitsForNetwork={false}
            onClick={() => void open()}
          >
            Use the camera
          </Button>
        </>
      ) : (
        <div className={styles.view}>
          <video ref={video} muted playsInline aria-label="What the camera sees" />
          <p>Hold the code inside the frame.</p>
        </div>
      )}
      {trouble !== undefined && (
        <Notice tone="warning" live="assertive" title={troubles[trouble]} />
      )}
    </section>
  )
}
