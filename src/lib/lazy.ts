import { doAfterFrame } from '#lib/after-frame'
import { doWhenIdle } from '#lib/idle'
import { type ComponentType, createElement, lazy, type ReactNode, useEffect, useState } from 'react'

/** True on the server and during the build, where all parts are rendered immediately. */
export const isPrerendering = typeof document === 'undefined'

/** Loads a script. Rejects if its exports are missing, as when a proxy has answered with an empty file. */
async function loadWhole<T>(load: () => Promise<T>): Promise<T> {
  const part = await load()
  if (part === undefined) throw new Error('module script without its content')
  return part
}

/** Loads a script in an idle moment, and retries until it has loaded. Never rejects. */
async function loadPatiently<T>(load: () => Promise<T>): Promise<T> {
  for (let pause = 2000; ; pause = Math.min(pause * 2, 60_000)) {
    try {
      return await (isPrerendering ? loadWhole(load) : doWhenIdle(() => loadWhole(load)))
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}

/**
 * Makes a part of a screen whose script loads after the first paint. Its prerendered HTML stays until then, even
 * without a network. It never fails: loading is repeated. Parts load one after another, each in an idle moment.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await loadPatiently(load) }))
}

/**
 * Makes a component that loads on demand. It does not suspend, because React holds back the content after a fallback
 * for 300 ms. Returns `Loaded` and `load`. `Loaded` shows `otherwise` until the component has loaded. If loading fails,
 * `Loaded` throws the error, and tries again when it is mounted again. It starts after a frame, so that the tap that
 * opened it is answered first. `load` starts loading before `Loaded` is mounted.
 */
export function loadOnDemand<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let here: ComponentType<Props> | undefined
  let coming: Promise<ComponentType<Props>> | undefined
  const once = () =>
    (coming ??= loadWhole(load).then(
      (it) => (here = it),
      (error: unknown) => {
        coming = undefined
        throw error
      },
    ))
  function Loaded(props: Props & { otherwise?: ReactNode }): ReactNode {
    const [Part, setPart] = useState(() => here)
    useEffect(() => {
      if (Part !== undefined) return
      const begin = () =>
        once().then(
          (it) => setPart(() => it),
          (error: unknown) =>
            setPart(() => {
              throw error
            }),
        )
      return doAfterFrame(() => void begin())
    }, [Part])
    return Part === undefined ? props.otherwise : createElement(Part, props)
  }
  return { load: once, Loaded }
}

/**
 * Makes a part that is not prerendered: it shows `otherwise` until its script has loaded. It does not suspend, since
 * React would delay the hydration of the whole page until the script has loaded.
 */
export const clientOnlyPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  loadOnDemand(() => loadPatiently(load)).Loaded
