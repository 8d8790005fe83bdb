/** Messages of the dashboard. */
import { defineProblems } from "../core/problem-table.ts";

/** Of goldie view or goldie label. */
const OPEN = "open the address that goldie printed when it started";

export const dashboardProblem = defineProblems({
  "not-allowed/host": () => ({
    what: "this request was sent to another host name than the dashboard's",
    why: "web pages can point a name of theirs at this machine",
    fix: OPEN,
  }),
  "not-allowed/origin": () => ({
    what: "this request comes from another web page",
    why: "only the dashboard's own pages may read from it or write to it",
    fix: OPEN,
  }),
  "not-allowed/session": () => ({
    what: "this browser has no session with the dashboard",
    fix: OPEN,
  }),
  "not-allowed/token": () => ({
    what: "the token in this address is not that of the running dashboard",
    why: "each start has a new one",
    fix: OPEN,
  }),
  "not-allowed/method": () => ({
    what: "the dashboard does not answer this kind of request",
    fix: "use GET to read and POST to write",
  }),
  "no-page": () => ({
    what: "the dashboard has no page or data at this address",
    fix: "start from its first page",
  }),
  "bad-request/address": () => ({
    what: "the address of this request is malformed",
    fix: "start from the first page of the dashboard",
  }),
  "bad-request/type": () => ({
    what: "the body of this request is not declared as JSON",
    fix: "send it with content-type: application/json",
  }),
  "bad-request/size": ({ most }: { readonly most: number }) => ({
    what: `the body of this request is longer than ${most / 1024} kB`,
    fix: "send less",
  }),
  "bad-request/json": () => ({
    what: "the body of this request is not JSON",
    fix: "send an object as JSON",
  }),
  "bad-request/field": ({ field, wanted }: { readonly field: string; readonly wanted: string }) => ({
    what: `${field} is not ${wanted}`,
    fix: `send ${wanted} as ${field}`,
  }),
  "too-many-pages": ({ most }: { readonly most: number }) => ({
    what: `${most} pages already follow the progress of runs`,
    fix: "close some of them",
  }),
  "cannot-ask": () => ({
    what: "no config is loaded, so there is no retriever to ask",
    fix: "write goldie.config.ts (goldie init), then start goldie view again",
  }),
  "no-label-item": () => ({
    what: "this is not among the things to label",
    why: "the runs or the gold changed since the page was opened",
    fix: "reload the page",
  }),
  "no-texts": () => ({
    what: "the texts of the documents are not known, so the page can show their ids only",
    why: "the runs have no texts",
    fix: "pass the documents: --corpus FILE",
  }),
  "not-labels": () => ({
    what: "this file holds something other than labels of goldie label",
    fix: "choose another file with --labels",
  }),
  "dashboard-failed": () => ({
    what: "the dashboard could not do this",
    fix: "start it with GOLDIE_DEBUG=1 to see the reason in the terminal",
  }),
  "no-port/busy": ({ port }: { readonly port: number }) => ({
    what: `port ${port} is in use`,
    fix: "leave --port out to get a free one, or choose another",
  }),
  "no-port/forbidden": ({ port }: { readonly port: number }) => ({
    what: `this user may not use port ${port}`,
    fix: "choose one above 1023, or leave --port out",
  }),
  "no-port/host": ({ host }: { readonly host: string }) => ({
    what: `this machine has no address ${JSON.stringify(host)} to listen on`,
    fix: "leave --host out to listen on 127.0.0.1 only, or name an address of this machine",
  }),
});
