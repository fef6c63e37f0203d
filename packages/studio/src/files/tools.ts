/** Pictures and videos, loaded when they are wanted: by the dialog, and by `signorini render` through `studio.files.tools()`. */
export { film, shown, stepsOf } from './film.ts';
export { canvasOf, drawPicture, pictureOf, plotPicture, pngOf } from './picture.ts';
export { bitrateOf, type VideoPlan, videoOf } from './video.ts';
