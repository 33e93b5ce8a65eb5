/** The largest photo, bytes; its text in base64 is a third longer. */
export const maxPhotoBytes = 5 * 1024 * 1024

/** The largest body with photos (`maxPhotoBytes` in all) and text, KiB. */
export const photoBodyKb = 7168
