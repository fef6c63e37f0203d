import DefaultTheme from 'vitepress/theme';
import 'katex/dist/katex.min.css';
import HomeStudio from './HomeStudio.vue';
import './style.css';

export default {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => app.component('HomeStudio', HomeStudio),
};
