/** Reading and writing of the files in the folder of a server. */
package org.gpchain.internal.server.store;
