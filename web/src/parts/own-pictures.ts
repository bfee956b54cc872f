/** Local URLs of the images that this page has uploaded, by file: the gateway does not return uploads. */
export const ownPictures = new Map<string, string>()
