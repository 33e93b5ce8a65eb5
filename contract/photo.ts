/** The largest photo, bytes, and its length in base64. */
export const maxPhotoBytes = 5 * 1024 * 1024

/** The largest body with photos (`maxPhotoBytes` in all) and text, KiB. */
export const photoBodyKb = 7168
