/** The REST API of the server and its web page. */
package org.gpchain.internal.server.rest;
