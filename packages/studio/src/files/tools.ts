/** Pictures and videos, loaded when they are wanted: by the dialog, and by `signorini render` through `studio.files.tools()`. */
export { frames, shown, stepsOf } from './film.ts';
export { base64Of, canvasOf, drawPicture, framePicture, pictureOf, plotPicture } from './picture.ts';
export { type VideoPlan, videoOf } from './video.ts';
