// Starts the console.
import './styles/tokens.css';
import './styles/base.css';
import './styles/layout.css';
import './styles/components.css';
import './styles/tables.css';
import './styles/feedback.css';
import './styles/charts.css';
import './styles/reports.css';
import { render } from 'preact';
import { App } from './app.tsx';
import { loadSession } from './session.ts';
import { listenForSearchKey } from './ui/search-key.ts';

listenForSearchKey();
void loadSession();
render(<App />, document.getElementById('app')!);
