/** What programs and people ask of a server: segments of a text, and a page to try it. */
package org.gpchain.internal.server.rest;
