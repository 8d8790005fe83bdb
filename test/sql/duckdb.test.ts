import { openDuckDb } from "../../src/sql/engines/duckdb.ts";
import { engineContract } from "./_contract.ts";

engineContract("duckdb", () => openDuckDb());
