import { search } from "./src/serch.ts";
export default { retrievers: { main: search } };
