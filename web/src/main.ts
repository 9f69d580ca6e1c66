import { mount } from "svelte";
import App from "./App.svelte";
import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/base.css";
import { settings } from "./lib/settings.svelte";

if (!new URLSearchParams(location.search).has("theme")) settings.show();

mount(App, { target: document.getElementById("app")! });
