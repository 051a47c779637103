/** Scratch space that a thread passes to the methods that it calls. */
package org.gpchain.core.workspace;
