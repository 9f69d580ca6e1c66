import { mount } from "svelte";
import App from "./App.svelte";
import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/base.css";
import { app } from "./lib/app.svelte";
import { settings } from "./lib/settings.svelte";

if (!new URLSearchParams(location.search).has("theme")) settings.show();

mount(App, { target: document.getElementById("app")! });

// For whoever opens the console, and for the browser tests: the page's own desk, as it stands.
Object.assign(window, { sandtable: app });
