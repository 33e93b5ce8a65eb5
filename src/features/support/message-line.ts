import type { Message } from '#contract/support/model'

/** Returns a message as one line of a list: its text; without text, that it is a photo, or what it is about. */
export function describeMessage({ body, photo, about }: Message): string {
  if (body !== '') return body
  return photo === null ? (about?.title ?? '') : 'A photo'
}
